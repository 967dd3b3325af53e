interface DomainListProps {
  domains: readonly string[]
  /** Name for screen readers, where no heading says it. */
  label?: string
}

/** Domains of a captcha, each as browsers write it. */
export function DomainList({ domains, label }: DomainListProps) {
  return (
    <ul className="flex flex-wrap gap-2" aria-label={label}>
      {domains.map((domain) => (
        <li key={domain} className="rounded-sm bg-sunken px-2 py-1 font-mono text-xs [overflow-wrap:anywhere]">
          {domain}
        </li>
      ))}
    </ul>
  )
}
