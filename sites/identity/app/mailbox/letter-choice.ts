/** How a letter is shown; what stands first is the default and leaves the address. */
const choices = {
  view: ['html', 'text', 'source'],
  colours: ['light', 'dark'],
  width: ['desktop', 'phone'],
} as const

type Choices = typeof choices
export type LetterChoice = { readonly [Name in keyof Choices]: Choices[Name][number] }

/** What an address chooses; anything unknown is the default. */
export function letterChoice(search: URLSearchParams): LetterChoice {
  const chosen = <Name extends keyof Choices>(name: Name): Choices[Name][number] => {
    const options: readonly Choices[Name][number][] = choices[name]
    return options.find((option) => option === search.get(name)) ?? options[0] ?? choices[name][0]
  }
  return { view: chosen('view'), colours: chosen('colours'), width: chosen('width') }
}

/** The address with one choice made and the others kept. */
export function addressWith<Name extends keyof Choices>(
  search: URLSearchParams,
  name: Name,
  option: Choices[Name][number],
): string {
  const changed = new URLSearchParams(search)
  if (option === choices[name][0]) changed.delete(name)
  else changed.set(name, option)
  return `?${changed.toString()}`
}
