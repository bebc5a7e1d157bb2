/** Result of a tool call in a response of a client. */
export interface ToolResponse {
  content?: { text: string }[];
}

/** Returns the result of a tool from its text, or undefined if the response has none. */
export const resultOf = (
  response: ToolResponse | undefined,
): { success: boolean; error_code?: string } | undefined => {
  const text = response?.content?.[0]?.text;
  return text === undefined ? undefined : (JSON.parse(text) as { success: boolean; error_code?: string });
};
