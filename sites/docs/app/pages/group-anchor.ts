/** Where the overview of a section lists a group: “Verification log” is `verification-log`. */
export function groupAnchor(group: string): string {
  return group
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, '-')
    .replaceAll(/^-|-$/gu, '')
}
