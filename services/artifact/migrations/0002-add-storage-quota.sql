SELECT loci_create_counters();
SELECT loci_create_quota('artifact-bytes');
