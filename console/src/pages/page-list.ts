/** The pages that are no tables. */
export const pages = [
  { title: 'Server', segments: ['server'] },
  { title: 'Changes', segments: ['changes'] },
  { title: 'Definitions', segments: ['definitions'] },
  { title: 'Access', segments: ['access'] },
  { title: 'Admission', segments: ['admission'] },
] as const;
