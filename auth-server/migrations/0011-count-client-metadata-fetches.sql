ALTER TABLE attempt_counters DROP CONSTRAINT attempt_counters_counter_check;
ALTER TABLE attempt_counters ADD CONSTRAINT attempt_counters_counter_check
  CHECK (counter ~ '^(sign-in|device-code|registration|client-metadata):');
