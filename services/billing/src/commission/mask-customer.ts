/** "a•••@e•••.org": a partner recognises a customer by it, and learns no address. Three dots for one who is no longer known. */
export function maskCustomer(email: string | undefined): string {
  const [, name, domain, ending] = /^(.+)@(.+)(\.[^.]+)$/u.exec(email ?? '') ?? []
  return name && domain && ending ? `${first(name)}•••@${first(domain)}•••${ending}` : '•••'
}

function first(text: string): string {
  return String.fromCodePoint(text.codePointAt(0) ?? 0)
}
