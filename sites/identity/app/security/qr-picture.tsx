import type { QrCode } from './draw-qr-code.server.ts'

/** Dark on light in both themes, because many cameras read nothing else; the margin is the four modules that the standard asks for. */
export function QrPicture({ qr, label }: { qr: QrCode; label: string }) {
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`-4 -4 ${qr.size + 8} ${qr.size + 8}`}
      shapeRendering="crispEdges"
      className="size-52 max-w-full rounded-md border border-line"
    >
      <rect x="-4" y="-4" width={qr.size + 8} height={qr.size + 8} fill="#ffffff" />
      <path d={qr.path} fill="#17181a" />
    </svg>
  )
}
