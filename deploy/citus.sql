-- Spreads a journal's tables over the machines of a Citus cluster, by stream. Run it once, in the
-- journal's schema, after `upcard serve` or `upcard upgrade` has made the tables: citus.yaml has a
-- service for it. Not run in this project's tests, which have no Citus: they hold that each command
-- names one stream and that no constraint crosses streams.
SELECT citus_set_coordinator_host('postgres', 5432);
SELECT citus_add_node('worker-1', 5432);
SELECT citus_add_node('worker-2', 5432);
SELECT create_reference_table('journal');
SELECT create_reference_table('checkpoint');
SELECT create_distributed_table('record', 'stream');
SELECT create_distributed_table('stream', 'name', colocate_with => 'record');
SELECT create_distributed_table('reply', 'stream', colocate_with => 'record');
SELECT create_distributed_table('snapshot', 'stream', colocate_with => 'record');
SELECT create_distributed_table('covered', 'stream', colocate_with => 'record');
SELECT create_distributed_table('shared', 'name', colocate_with => 'none');
