/** Runs a task once the page's elements are there; at the earliest when the script that asks has ended. */
export function whenParsed(task: () => void): void {
  if (document.readyState === 'loading') document.addEventListener('DOMContentLoaded', task, { once: true })
  else setTimeout(task)
}
