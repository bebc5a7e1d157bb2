/** Moves the focus from the search field through the results with the arrow keys, and back with Esc. */
export function resultKeys(field: HTMLInputElement): void {
  const links = (): HTMLElement[] => [
    ...document.querySelectorAll<HTMLElement>('#results .results .content'),
  ];

  field.addEventListener('keydown', (event) => {
    if (event.key !== 'ArrowDown') return;
    event.preventDefault();
    links()[0]?.focus();
  });
  document.addEventListener('keydown', (event) => {
    const position = links().indexOf(event.target as HTMLElement);
    if (position === -1) return;
    if (event.key === 'ArrowDown') links()[position + 1]?.focus();
    else if (event.key === 'ArrowUp') (links()[position - 1] ?? field).focus();
    else if (event.key === 'Escape') field.focus();
    else return;
    event.preventDefault();
  });
}
