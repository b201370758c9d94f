-- Spreads a journal's tables over the machines of a Citus cluster, by stream. Run it once, in the
-- journal's schema, after `upcard serve` or `upcard upgrade` has made the tables and before the
-- first record. Not run in this project's tests, which have no Citus: they hold that each command
-- names one stream and that no constraint crosses streams.
SELECT create_reference_table('journal');
SELECT create_reference_table('checkpoint');
SELECT create_distributed_table('record', 'stream');
SELECT create_distributed_table('stream', 'name', colocate_with => 'record');
SELECT create_distributed_table('reply', 'stream', colocate_with => 'record');
SELECT create_distributed_table('snapshot', 'stream', colocate_with => 'record');
SELECT create_distributed_table('covered', 'stream', colocate_with => 'record');
SELECT create_distributed_table('shared', 'name', colocate_with => 'none');
