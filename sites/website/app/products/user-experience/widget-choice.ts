/** What somebody tries out in the configurator; each is an attribute of the widget. Null: its default. */
export interface WidgetChoice {
  theme: (typeof themes)[number] | null
  size: (typeof sizes)[number] | null
  autostart: (typeof starts)[number] | null
  /** How the widget shows itself, beside the box that it is by default. */
  shape: (typeof shapes)[number] | null
  /** BCP 47 tag. */
  language: string | null
}

export const themes = ['light', 'dark'] as const
export const sizes = ['compact', 'flexible'] as const
export const starts = ['load', 'off'] as const
export const shapes = ['floating', 'invisible'] as const

/** The choice that an address holds; what it misspells is left out. */
export function choiceOf(query: URLSearchParams, tags: readonly string[]): WidgetChoice {
  const one = <Value extends string>(name: string, allowed: readonly Value[]): Value | null =>
    allowed.find((value) => value === query.get(name)) ?? null
  return {
    theme: one('theme', themes),
    size: one('size', sizes),
    autostart: one('autostart', starts),
    shape: one('shape', shapes),
    language: one('language', tags),
  }
}

/** The attributes of `<bollard-captcha>` besides its site key, by name; an empty text where the name alone says it. */
export function attributesOf({ theme, size, autostart, shape, language }: WidgetChoice): Record<string, string> {
  return {
    ...(language === null ? {} : { language }),
    ...(theme === null ? {} : { theme }),
    ...(size === null ? {} : { size }),
    ...(autostart === null ? {} : { autostart }),
    ...(shape === null ? {} : { [shape]: '' }),
  }
}

/** The markup to copy. */
export function markupOf(api: string, choice: WidgetChoice): string {
  const attributes = Object.entries(attributesOf(choice)).map(([name, value]) =>
    value === '' ? name : `${name}="${value}"`,
  )
  const all = ['sitekey="bsk_…"', ...attributes]
  const written = attributes.length === 0 ? ` ${all.join('')}` : `\n  ${all.join('\n  ')}\n`
  return `<script type="module" src="${api}/widget.js"></script>

<bollard-captcha${written}></bollard-captcha>`
}
