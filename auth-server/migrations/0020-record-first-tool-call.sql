-- Time of the first tool call with a token of the grant. Null for a grant without tool calls.
ALTER TABLE grants ADD COLUMN first_tool_call_at timestamptz;
