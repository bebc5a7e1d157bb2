SELECT public.loci_create_idempotency_keys();
