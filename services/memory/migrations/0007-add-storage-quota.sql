SELECT loci_create_quota('memory-bytes');
