import { bashCompletion } from './bash-completion.ts';
import type { DescribedCommand } from './describe-program.ts';

/** Returns a script for zsh, which runs completions for bash. */
export const zshCompletion = (commands: readonly DescribedCommand[]): string =>
  `# Completion of loci for zsh. Load it after compinit with: eval "$(loci completion zsh)"
autoload -U +X bashcompinit && bashcompinit
${bashCompletion(commands).replace(/^#.*\n/, '')}`;
