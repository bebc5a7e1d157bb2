/** Focuses the search field of the page on `/`, or opens the search page. */
export function searchShortcut(root: Document): void {
  root.addEventListener('keydown', (event) => {
    const target = event.target as HTMLElement;
    const isTyping = target.isContentEditable || /^(?:INPUT|TEXTAREA|SELECT)$/.test(target.tagName);
    if (event.key !== '/' || isTyping || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    const field = root.querySelector<HTMLElement>('[role="search"] input');
    if (field === null) location.assign('/');
    else field.focus();
  });
}
