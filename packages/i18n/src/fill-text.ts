/** Puts values into the `{{name}}` places of a text. A place without a value stays visible, so that a test finds it. */
export function fillText(text: string, values: Readonly<Record<string, string>>): string {
  return text.replaceAll(/\{\{(\w+)\}\}/gu, (place, name: string) => values[name] ?? place)
}
