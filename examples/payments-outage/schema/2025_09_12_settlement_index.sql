-- migration 2025_09_12, run on db-1 with release 2.31.0 of settlement-worker
set lock_timeout = '3s';
set statement_timeout = 0;

create index concurrently if not exists settlement_entry_batch_state
  on payments.settlement_entry (batch_id, state)
  where state <> 'closed';

comment on index payments.settlement_entry_batch_state is 'open entries of a settlement batch';

-- down: drop index concurrently payments.settlement_entry_batch_state;
