/** Those whose name, kind, state or one of whose tags has every word of a search, whatever the case. All without a search. */
export function findServices<S extends { name: string; kind: string; state: string; tags: readonly string[] }>(
  services: readonly S[],
  search: string,
): S[] {
  const words = search.toLocaleLowerCase().split(/\s+/u).filter(Boolean)
  return services.filter(({ name, kind, state, tags }) => {
    const text = [name, kind, state, ...tags].join('\n').toLocaleLowerCase()
    return words.every((word) => text.includes(word))
  })
}
