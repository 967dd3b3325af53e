/** A form field that nobody sees. */
export interface ResponseField {
  set(token: string): void
  remove(): void
}

interface FieldNames {
  readonly name: string
  readonly id: string
}

/** Appends a field that carries the token, as a hidden input or, as some have it, as a text area that is not shown. */
export function appendField(place: Element, kind: 'input' | 'textarea', { name, id }: FieldNames): ResponseField {
  const field = document.createElement(kind)
  field.name = name
  field.id = id
  if (field instanceof HTMLInputElement) field.type = 'hidden'
  else {
    field.className = name
    // By script, as a policy without inline styles forbids the attribute.
    field.style.display = 'none'
  }
  place.append(field)
  return { set: (token) => void (field.value = token), remove: () => field.remove() }
}
