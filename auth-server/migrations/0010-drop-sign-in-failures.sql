-- failed_sign_ins has replaced this table.
DROP TABLE sign_in_failures;
