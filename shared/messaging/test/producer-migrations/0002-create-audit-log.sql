SELECT public.loci_create_audit_log();
