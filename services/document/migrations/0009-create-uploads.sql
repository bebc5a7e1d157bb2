-- Files that are sent in several requests. @see docs/decisions/0042-resumable-uploads.md
SELECT public.loci_create_uploads();
