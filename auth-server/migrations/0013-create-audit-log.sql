-- Entries on who changed what. @see docs/reference/audit.md
SELECT public.loci_create_audit_log();
