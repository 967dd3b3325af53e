/** Tells the form around an element that its fields have changed by something other than typing. */
export function sayInput(element: Element | null | undefined): void {
  element?.closest('form')?.dispatchEvent(new Event('input', { bubbles: true }))
}
