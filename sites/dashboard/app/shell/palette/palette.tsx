import { useSite } from '@bollard/site-kit'
import { lazy, Suspense, useCallback, useState } from 'react'
import { useNavigate } from 'react-router'
import type { ListedSolution } from '../../frame/use-signed-in.ts'
import { type Destination, destinations, useShortcuts } from './use-shortcuts.ts'

// Loaded when first wanted: most visits need neither.
const CommandPalette = lazy(() =>
  import('./command-palette.tsx').then(({ CommandPalette: component }) => ({ default: component })),
)
const ShortcutSheet = lazy(() =>
  import('./shortcut-sheet.tsx').then(({ ShortcutSheet: component }) => ({ default: component })),
)

interface PaletteProps {
  solutions: readonly ListedSolution[]
  current: ListedSolution | null
  isOpen: boolean
  onOpenChange: (isOpen: boolean) => void
}

/** The search over everything and the list of shortcuts, with the keys that open them. */
export function Palette({ solutions, current, isOpen, onOpenChange }: PaletteProps) {
  const { language } = useSite()
  const navigate = useNavigate()
  const [isHelpOpen, setHelpOpen] = useState(false)
  const solutionId = current?.item.type === 'MONITORING' ? undefined : current?.id
  useShortcuts({
    onSearch: useCallback(() => onOpenChange(true), [onOpenChange]),
    onHelp: useCallback(() => setHelpOpen(true), []),
    onGo: useCallback(
      (destination: Destination) => {
        const { path, isOfSolution } = destinations[destination]
        if (!isOfSolution) void navigate(`/${language}/${path}`)
        else if (solutionId !== undefined) void navigate(`/${language}/solutions/${solutionId}/${path}`)
      },
      [language, navigate, solutionId],
    ),
  })
  return (
    <Suspense>
      {isOpen ? <CommandPalette solutions={solutions} onClose={() => onOpenChange(false)} /> : null}
      {isHelpOpen ? <ShortcutSheet hasSolution={solutionId !== undefined} onClose={() => setHelpOpen(false)} /> : null}
    </Suspense>
  )
}
