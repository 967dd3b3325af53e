/** Something one can go to or do. */
export interface Command {
  readonly id: string
  readonly label: string
  /** Where it belongs, such as the captcha whose page it is. */
  readonly place: string
  readonly run: () => void
}

/**
 * The commands that contain every word of what was typed, in any order and without regard to accents and case: those whose label begins with
 * it first, then those with a word that does, then the others, each in the order given.
 */
export function rankCommands(commands: readonly Command[], typed: string): Command[] {
  const words = plain(typed).split(/\s+/u).filter(Boolean)
  if (words.length === 0) return [...commands]
  const whole = words.join(' ')
  return commands
    .flatMap((command) => {
      const label = plain(command.label)
      const all = `${label} ${plain(command.place)}`
      if (!words.every((word) => all.includes(word))) return []
      return { command, rank: label.startsWith(whole) ? 0 : ` ${label}`.includes(` ${words[0]}`) ? 1 : 2 }
    })
    .toSorted((one, other) => one.rank - other.rank)
    .map(({ command }) => command)
}

function plain(text: string): string {
  return text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLocaleLowerCase().trim()
}
