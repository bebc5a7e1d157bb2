SELECT loci_create_quota('document-bytes');
