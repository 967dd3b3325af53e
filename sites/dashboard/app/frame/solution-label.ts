import type { Solution } from '@bollard/contracts'

/** Whoever's solution is managed by an organization sees whose it is: "organization / label". */
export function solutionLabel({
  label,
  managementOrganization,
}: Pick<Solution, 'label' | 'managementOrganization'>): string {
  return managementOrganization ? `${managementOrganization.name} / ${label}` : label
}

/** Solutions whose label contains every word of `query`, in the order given. */
export function searchSolutions<T extends Pick<Solution, 'label' | 'managementOrganization'>>(
  solutions: readonly T[],
  query: string,
): T[] {
  const words = query.toLocaleLowerCase().split(/\s+/u).filter(Boolean)
  return solutions.filter((solution) => {
    const label = solutionLabel(solution).toLocaleLowerCase()
    return words.every((word) => label.includes(word))
  })
}
