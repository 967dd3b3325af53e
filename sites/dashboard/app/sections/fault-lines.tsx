/** Faults of single values, one below the other. */
export function FaultLines({ faults }: { faults: readonly string[] }) {
  return (
    <span className="grid gap-1">
      {faults.map((fault) => (
        <span key={fault} className="block [overflow-wrap:anywhere]">
          {fault}
        </span>
      ))}
    </span>
  )
}
