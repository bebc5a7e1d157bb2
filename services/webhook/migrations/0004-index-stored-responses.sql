SELECT public.loci_index_stored_responses();
