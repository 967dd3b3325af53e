/**
 * Mail programs know no CSS variables, so these repeat the tokens of the design (`packages/ui/src/tokens.css`) by value.
 * Inline styles are the light side; the dark side is a media query, and where a program ignores it the light side holds.
 */
export const palette = {
  light: { paper: '#faf9f6', surface: '#ffffff', line: '#e3e0d7', ink: '#17181a', inkMuted: '#4b4d52' },
  dark: { paper: '#121315', surface: '#1a1c1f', line: '#2a2d32', ink: '#f3f1ec', inkMuted: '#b9b8b4' },
  amber: '#ffb300',
  onAmber: '#17181a',
} as const
