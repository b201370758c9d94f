"""The joint win of the wagers of one round."""
