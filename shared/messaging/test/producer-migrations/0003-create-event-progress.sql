SELECT public.loci_create_event_progress();
