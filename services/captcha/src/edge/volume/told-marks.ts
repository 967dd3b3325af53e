/** What processes tell each other the number of; append-only, for processes of two releases may hear each other. */
const kinds = ['challenges', 'sparse', 'doubtful', 'verified', 'place', 'ticket', 'page', 'digest'] as const
export type ToldKind = (typeof kinds)[number]

/** Marks have 48 bits, and a number of JavaScript holds five more exactly. */
const step = 2 ** 48

/** The name under which a count is told: what it counts, and the mark of what it is counted for. */
export function toldMark(kind: ToldKind, mark: number): number {
  return kinds.indexOf(kind) * step + mark
}

/** Undefined for what a later release tells. */
export function kindOf(told: number): ToldKind | undefined {
  return kinds[Math.floor(told / step)]
}
