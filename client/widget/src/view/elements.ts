export interface Elements {
  readonly box: HTMLElement
  readonly check: HTMLButtonElement
  readonly mark: HTMLElement
  readonly title: HTMLElement
  readonly hintLine: HTMLElement
  readonly hint: HTMLElement
  readonly retry: HTMLButtonElement
  readonly progress: HTMLProgressElement
  readonly name: HTMLElement
  readonly privacy: HTMLAnchorElement
  readonly said: HTMLElement
}

/** The elements of the widget, put together. Built by hand: a page that trusts no markup from scripts allows this. */
export function createElements(onPress: () => void): Elements {
  const mark = make('span', 'mark')
  const check = make('button', 'check', mark)
  check.type = 'button'
  check.setAttribute('role', 'checkbox')
  check.onclick = onPress
  const title = make('label', 'title')
  check.id = 'check'
  title.htmlFor = 'check'
  title.id = 'title'
  const hint = make('span', '')
  hint.id = 'hint'
  check.setAttribute('aria-describedby', 'hint')
  const retry = make('button', 'retry')
  retry.type = 'button'
  retry.onclick = () => {
    // The button goes as soon as it is pressed; whoever stands on it by keyboard would be sent back to the top of the page.
    check.focus()
    onPress()
  }
  const hintLine = make('span', 'hint', hint, ' ', retry)
  const progress = make('progress', '')
  progress.setAttribute('aria-labelledby', 'title')
  const words = make('span', 'words', title, hintLine, progress)
  const name = make('div', '')
  const privacy = make('a', '')
  const brand = make('span', 'brand', name, privacy)
  const said = make('span', 'said')
  said.setAttribute('role', 'status')
  return {
    box: make('div', 'widget', check, words, brand, said),
    check,
    mark,
    title,
    hintLine,
    hint,
    retry,
    progress,
    name,
    privacy,
    said,
  }
}

/** The sign in the box: nothing, three posts that move or stand, a tick or an exclamation mark. */
export function drawMark(mark: HTMLElement, look: 'empty' | 'working' | 'paused' | 'passed' | 'stopped'): void {
  switch (look) {
    case 'empty':
      return mark.replaceChildren()
    case 'working':
    case 'paused':
      return mark.replaceChildren(make('i', ''), make('i', ''), make('i', ''))
    case 'passed':
      return mark.replaceChildren(make('b', ''))
    case 'stopped':
      return mark.replaceChildren('!')
  }
}

function make<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  className: string,
  ...children: (Node | string)[]
): HTMLElementTagNameMap[K] {
  const element = document.createElement(tag)
  element.className = className
  element.append(...children)
  return element
}
