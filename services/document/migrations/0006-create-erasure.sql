-- IDs of the objects that running erasures delete. @see docs/reference/erasure.md
SELECT public.loci_create_erasure();
