export const pickerStrings = {
  kinds: { principal: 'Principals', asset: 'Assets' },
  type: 'Type a name',
  searching: 'Searching …',
  nothing: 'Nothing has that name. Type the beginning of a word.',
  clear: (label: string) => `Clear ${label}`,
} as const;
