/** Texts of the page that connects an assistant. */
export const connect = {
  title: 'Connect an assistant',
  lead: 'Your assistant remembers what you tell it, and finds it again in every conversation.',
  address: 'Address of this server for assistants',
  command: {
    title: 'One command for all assistants on this computer',
    text: 'The command finds the installed assistants and configures them. It needs Node.js 20 or later.',
  },
  clients: 'Or connect one assistant',
  install: (name: string) => `Add to ${name}`,
  deepLinkHint: 'Opens the application, which asks you to confirm.',
  file: (path: string) => `Add this entry to ${path}:`,
  run: 'Run these commands in a terminal:',
  signIn: 'The assistant then opens this server in your browser, where you allow the access.',
  claudeDesktop: 'Claude Desktop only starts local programs. This command configures it:',
  windsurf: 'Then refresh the MCP servers in the Cascade panel.',
  vsCode: 'Then select “Start” above the entry.',
  cursor: 'Then select “Connect” under Settings → MCP.',
  chatGpt: {
    title: 'ChatGPT and Claude on the web',
    public:
      'Create a custom connector in the settings, enter this address, and choose OAuth. Leave the other fields empty.',
    local:
      'These assistants connect from the internet, so they cannot reach an address of your own computer. Run Loci on a server with a public address.',
  },
  other: {
    title: 'Any other MCP client',
    http: 'Enter the address above. For a client that only starts local programs, configure this command:',
    key: 'A program without a browser can use an API key as the bearer token.',
    createKey: 'Create an API key',
  },
  check: {
    title: 'Check the connection',
    noScript: 'Reload this page after you have connected an assistant.',
    waiting: 'Waiting for a new connection. Connect an assistant, and then ask it to remember something.',
    stopped: 'No new connection yet.',
    again: 'Check again',
    signedIn: (name: string) => `${name} is signed in.`,
    waitingForCall: 'It has not called a tool yet. Try it: “Remember that I like short answers.”',
    firstToolCall: 'First tool call:',
    keyUsed: (name: string) => `The API key ${name} was used.`,
    ask: 'Try it: “Remember that I want short answers.”',
    failed: 'The check failed.',
    all: 'All connections',
    count: (count: number) =>
      count === 0
        ? 'No assistant is connected yet.'
        : count === 1
          ? 'One assistant is connected.'
          : `${count} assistants are connected.`,
  },
};
