def ansi(state): return ""
def rgb_array(state): return None
