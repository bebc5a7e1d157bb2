import type { Transaction } from '@loci/postgres';

const HOUR_MS = 3_600_000;
const MILLION = 1_000_000;

/** Values that one memory adds to the totals of its tenant. */
export interface MemoryContribution {
  tenantId: string;
  memoryType: string;
  /** Importance from 0 to 1. */
  importance: number;
  accessCount: number;
  createdAt: Date;
}

interface TypeTotal {
  tenantId: string;
  memoryType: string;
  memoryCount: number;
  importanceMillionths: number;
  accessCount: number;
}

interface HourTotal {
  tenantId: string;
  hour: Date;
  memoryCount: number;
}

/**
 * Accumulates changes to totals, so that a batch writes each total once. For a changed memory, call `remove`
 * with its old values and `add` with its new values.
 */
export class TotalsDelta {
  readonly #types = new Map<string, TypeTotal>();
  readonly #hours = new Map<string, HourTotal>();

  add(memory: MemoryContribution): void {
    this.#change(memory, 1);
  }

  remove(memory: MemoryContribution): void {
    this.#change(memory, -1);
  }

  addAccesses(memory: Pick<MemoryContribution, 'tenantId' | 'memoryType'>, accesses: number): void {
    this.#type(memory).accessCount += accesses;
  }

  #change(memory: MemoryContribution, sign: 1 | -1): void {
    const type = this.#type(memory);
    type.memoryCount += sign;
    type.importanceMillionths += sign * Math.round(memory.importance * MILLION);
    type.accessCount += sign * memory.accessCount;
    const hour = new Date(Math.floor(memory.createdAt.getTime() / HOUR_MS) * HOUR_MS);
    const key = `${memory.tenantId} ${hour.toISOString()}`;
    const total = this.#hours.get(key) ?? { tenantId: memory.tenantId, hour, memoryCount: 0 };
    this.#hours.set(key, total);
    total.memoryCount += sign;
  }

  #type({ tenantId, memoryType }: Pick<MemoryContribution, 'tenantId' | 'memoryType'>): TypeTotal {
    const key = `${tenantId} ${memoryType}`;
    const known = this.#types.get(key);
    if (known) return known;
    const total = { tenantId, memoryType, memoryCount: 0, importanceMillionths: 0, accessCount: 0 };
    this.#types.set(key, total);
    return total;
  }

  /** Adds the changes to the stored totals. Locks rows in the order of their keys, so that writers cannot deadlock. */
  async store(tx: Transaction): Promise<void> {
    const types = sorted(this.#types).filter(
      (total) => total.memoryCount !== 0 || total.importanceMillionths !== 0 || total.accessCount !== 0,
    );
    const hours = sorted(this.#hours).filter((total) => total.memoryCount !== 0);
    if (types.length > 0) {
      await tx.query(
        `INSERT INTO type_totals (tenant_id, memory_type, memory_count, importance_millionths, access_count)
         SELECT * FROM unnest($1::uuid[], $2::text[], $3::bigint[], $4::bigint[], $5::bigint[])
         ON CONFLICT (tenant_id, memory_type) DO UPDATE SET
           memory_count = type_totals.memory_count + excluded.memory_count,
           importance_millionths = type_totals.importance_millionths + excluded.importance_millionths,
           access_count = type_totals.access_count + excluded.access_count`,
        [
          types.map((total) => total.tenantId),
          types.map((total) => total.memoryType),
          types.map((total) => total.memoryCount),
          types.map((total) => total.importanceMillionths),
          types.map((total) => total.accessCount),
        ],
        'analysis-add-type-totals',
      );
    }
    if (hours.length > 0) {
      await tx.query(
        `INSERT INTO created_by_hour (tenant_id, hour, memory_count)
         SELECT * FROM unnest($1::uuid[], $2::timestamptz[], $3::bigint[])
         ON CONFLICT (tenant_id, hour) DO UPDATE SET
           memory_count = created_by_hour.memory_count + excluded.memory_count`,
        [
          hours.map((total) => total.tenantId),
          hours.map((total) => total.hour),
          hours.map((total) => total.memoryCount),
        ],
        'analysis-add-hour-totals',
      );
    }
  }
}

const sorted = <Total>(totals: ReadonlyMap<string, Total>): Total[] =>
  [...totals].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, total]) => total);
