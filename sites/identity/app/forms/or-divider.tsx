/** A line with a word in it, between two ways to the same end. */
export function OrDivider({ word }: { word: string }) {
  return (
    <p className="flex items-center gap-3 text-sm text-ink-3 before:h-px before:flex-1 before:bg-line after:h-px after:flex-1 after:bg-line">
      {word}
    </p>
  )
}
