-- Progress of the relays and consumer groups on Kafka. @see docs/decisions/0027-store-kafka-offsets-in-postgresql.md
SELECT public.loci_create_event_progress();
