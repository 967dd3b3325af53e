/** Lengths of the design in CSS pixels, with the most that each may be. */
export const lengths = [
  { name: 'radius', max: 24 },
  { name: 'boxRadius', max: 12 },
  { name: 'borderWidth', max: 4 },
] as const
export const colours = [
  'background',
  'text',
  'border',
  'boxBackground',
  'boxBorder',
  'accent',
  'success',
  'failure',
] as const

/** Names of the fields of the look, in the order of the form. */
export const lookNames: readonly string[] = [
  'widget/theme',
  'widget/invisible',
  'widget/whiteLabel',
  'widget/privacyUrl',
  ...lengths.map(({ name }) => `widget/design/${name}`),
  ...(['light', 'dark'] as const).flatMap((theme) => colours.map((colour) => `widget/design/${theme}/${colour}`)),
]
