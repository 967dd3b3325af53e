/** Puts values into the `{name}` places of a text that an island writes. */
export function fill(text: string, values: Readonly<Record<string, string | number>>): string {
  return text.replaceAll(/\{(\w+)\}/gu, (place, name: string) => String(values[name] ?? place))
}

/** The language of the page, for `Intl`. */
export const pageLanguage = (): string => document.documentElement.lang

/** An element of that name with attributes and text. */
export function make(name: string, attributes: Readonly<Record<string, string>>, text?: string): HTMLElement {
  const element = document.createElement(name)
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value)
  if (text !== undefined) element.textContent = text
  return element
}

/** A part that answers while somebody types or chooses: it reads fields by their names and writes to places marked `data-out`. */
export abstract class LivePart<Texts = Record<string, string>> extends HTMLElement {
  protected texts!: Texts

  connectedCallback(): void {
    this.texts = JSON.parse(this.dataset['texts'] ?? '{}') as Texts
    this.addEventListener('input', () => void this.show())
    this.addEventListener('click', (event) => {
      const button = event.target instanceof Element ? event.target.closest<HTMLElement>('[data-do]') : null
      if (button !== null) void this.act(button.dataset['do'] ?? '', button)
    })
    void this.show()
  }

  /** Reads the fields and writes what follows from them; runs at first and after each change. */
  protected abstract show(): void | Promise<void>

  /** What a button marked `data-do` does. */
  protected act(_name: string, _button: HTMLElement): void | Promise<void> {}

  /** What is in the field of that name; of radio buttons, the chosen one. */
  protected value(name: string): string {
    const fields = this.querySelectorAll<HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement>(`[name="${name}"]`)
    const chosen = [...fields].find(
      (field) => !(field instanceof HTMLInputElement && field.type === 'radio' && !field.checked),
    )
    return chosen?.value ?? ''
  }

  /** The number in the field of that name, within its bounds; its smallest where it holds none. */
  protected number(name: string): number {
    const field = this.querySelector<HTMLInputElement>(`[name="${name}"]`)
    const [min, max] = [Number(field?.min ?? 0), Number(field?.max || Number.MAX_SAFE_INTEGER)]
    const value = field?.valueAsNumber ?? Number.NaN
    return Number.isNaN(value) ? min : Math.min(max, Math.max(min, value))
  }

  /** Writes a text, or elements, to all places of that name. */
  protected write(name: string, ...content: (string | Node)[]): void {
    for (const place of this.places(name)) place.replaceChildren(...content)
  }

  protected places(name: string): HTMLElement[] {
    return [...this.querySelectorAll<HTMLElement>(`[data-out="${name}"]`)]
  }
}
