import type { ImportItem, SkippedItem } from './import-item.ts';

/** Skipped items that a report lists. `skipped` counts all of them. */
const MAX_LISTED = 1000;

/** Result of an import or of a dry run. */
export interface ImportReport {
  format: string;
  /** Memories in the data, after long texts were split. */
  memories: number;
  /** Memories in the data, by type. */
  byType: Record<string, number>;
  /** First and last time of the memories, or null if no memory has a time. */
  from: string | null;
  to: string | null;
  /** Relationships in the data. */
  relationships: number;
  /** Created by this run. */
  createdMemories: number;
  createdRelationships: number;
  /** Not created, because an earlier run created them. */
  existingMemories: number;
  existingRelationships: number;
  /** Items of the data in which secrets were replaced. */
  redacted: number;
  skipped: number;
  skippedItems: SkippedItem[];
}

export function emptyReport(format: string): ImportReport {
  return {
    format,
    memories: 0,
    byType: {},
    from: null,
    to: null,
    relationships: 0,
    createdMemories: 0,
    createdRelationships: 0,
    existingMemories: 0,
    existingRelationships: 0,
    redacted: 0,
    skipped: 0,
    skippedItems: [],
  };
}

export function addSkipped(report: ImportReport, where: string, reason: string): void {
  report.skipped += 1;
  if (report.skippedItems.length < MAX_LISTED) report.skippedItems.push({ kind: 'skipped', where, reason });
}

/** Counts an item of the data. */
export function countItem(report: ImportReport, item: ImportItem, memories: number): void {
  if (item.kind === 'skipped') addSkipped(report, item.where, item.reason);
  else if (item.kind === 'relationship') report.relationships += 1;
  else {
    report.memories += memories;
    report.byType[item.memoryType] = (report.byType[item.memoryType] ?? 0) + memories;
    if (item.occurredAt === null) return;
    // Times in ISO 8601 with the same zone sort as texts.
    if (report.from === null || item.occurredAt < report.from) report.from = item.occurredAt;
    if (report.to === null || item.occurredAt > report.to) report.to = item.occurredAt;
  }
}
