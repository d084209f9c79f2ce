export function programPath(name: string): string;
export function missingPackages(): string[];
