export const riskStrings = { low: 'Low', medium: 'Medium', high: 'High', critical: 'Critical' } as const;
