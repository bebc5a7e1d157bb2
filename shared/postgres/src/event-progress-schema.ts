/**
 * SQL that creates the function `loci_create_event_progress`. Migrations call it once per schema of a service that publishes
 * events or has consumer groups. The tables stay empty in the standalone platform.
 *
 * @see docs/decisions/0027-store-kafka-offsets-in-postgresql.md
 */
export const CREATE_EVENT_PROGRESS_FUNCTION = `
CREATE OR REPLACE FUNCTION public.loci_create_event_progress() RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  -- Offset after the last event that a relay of the service has published to each partition.
  CREATE TABLE relay_offsets (
    topic text NOT NULL,
    partition int NOT NULL,
    next_offset bigint NOT NULL,
    PRIMARY KEY (topic, partition)
  ) WITH (fillfactor = 50);
  -- Offset after the last event that each consumer group of the service has handled.
  CREATE TABLE consumer_progress (
    consumer_group text NOT NULL,
    topic text NOT NULL,
    partition int NOT NULL,
    next_offset bigint NOT NULL,
    PRIMARY KEY (consumer_group, topic, partition)
  ) WITH (fillfactor = 50);
  -- Events in the dead-letter queues of the consumer groups.
  CREATE TABLE unapplied_events (
    tenant_id uuid NOT NULL,
    consumer_group text NOT NULL,
    event_id uuid NOT NULL,
    PRIMARY KEY (tenant_id, consumer_group, event_id)
  );
  PERFORM public.loci_isolate('unapplied_events');
END $$;`;
