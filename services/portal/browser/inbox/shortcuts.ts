const STORED_CHOICE = 'loci-inbox-shortcuts';

/**
 * Activates elements with the key in their attribute `data-key`. The user can turn this off, because single keys disturb
 * users of speech input.
 *
 * @see https://www.w3.org/TR/WCAG22/#character-key-shortcuts
 */
export function shortcuts(root: Document): void {
  const help = root.querySelector<HTMLElement>('#shortcuts');
  const choice = root.querySelector<HTMLInputElement>('#use-shortcuts');
  if (help === null || choice === null) return;
  help.hidden = false;
  choice.checked = localStorage.getItem(STORED_CHOICE) !== 'off';
  choice.addEventListener('change', () => localStorage.setItem(STORED_CHOICE, choice.checked ? 'on' : 'off'));
  root.addEventListener('keydown', (event) => {
    const target = event.target as HTMLElement;
    const isTyping =
      /^(?:TEXTAREA|SELECT)$/.test(target.tagName) || target.matches('input:not([type="checkbox"])');
    if (!choice.checked || isTyping || event.ctrlKey || event.metaKey || event.altKey || event.repeat) return;
    if (root.querySelector('dialog[open]') !== null || !/^[1-9]$/.test(event.key)) return;
    const control = root.querySelector<HTMLElement>(`[data-key="${event.key}"]`);
    if (control === null) return;
    event.preventDefault();
    control.click();
    if (control.tagName === 'SUMMARY') control.parentElement?.querySelector('textarea')?.focus();
  });
}
