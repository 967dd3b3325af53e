/** Colours of the brand as others have to enter them. A test holds them to the tokens of `packages/ui`. */
export const colours = [
  { id: 'amber', hex: '#ffb300', swatch: 'bg-amber' },
  { id: 'asphalt', hex: '#17181a', swatch: 'bg-code-ground' },
  { id: 'paper', hex: '#faf9f6', swatch: 'brand-paper' },
  { id: 'night', hex: '#121315', swatch: 'brand-night' },
] as const
