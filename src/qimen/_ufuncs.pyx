# cython: language_level=3, cdivision=True, boundscheck=False, wraparound=False
"""NumPy ufuncs of the scalar steps: one double-hour in, one small integer out.

Nothing here raises: a missing hour (INT64_MIN) gives 255 or 65535, an hour outside the term table 65535. A ufunc
carries no state that a caller could set, so every preset has one of its own, whose loops are given the place of that
preset's block table. The first loop to run fetches the table (`qimen.ufuncs`), in whatever process and thread that
is: an unpickled ufunc on a worker answers as the one that was sent.

The ufuncs are registered by hand because `@cython.ufunc` gives one loop a function. Each has a second loop whose
output is int64, which NumPy never picks unasked: polars looks for a loop that returns the type it passes in.
"""

cimport numpy as cnp
from qimen._core cimport chart_of
from libc.stdint cimport INT64_MIN, int64_t, uint8_t, uint16_t, uint32_t, uint64_t

cnp.import_array()
cnp.import_ufunc()

cdef extern from *:
    """
    typedef struct { const unsigned int *blocks; long long count; long long first_hour; } qimen_table;
    /* A table is filled before its address is stored, and read through that address: release and acquire. */
    #if defined(_MSC_VER)
    #define QIMEN_LOAD(p) (*(qimen_table * volatile *)(p))
    #define QIMEN_STORE(p, v) (*(qimen_table * volatile *)(p) = (v))
    #else
    #define QIMEN_LOAD(p) __atomic_load_n((p), __ATOMIC_ACQUIRE)
    #define QIMEN_STORE(p, v) __atomic_store_n((p), (v), __ATOMIC_RELEASE)
    #endif
    """
    ctypedef struct Table "qimen_table":
        const uint32_t* blocks
        int64_t count
        int64_t first_hour
    Table* QIMEN_LOAD(Table** place) noexcept nogil
    void QIMEN_STORE(Table** place, Table* table) noexcept nogil

cdef enum:
    NONE8 = 255
    NONE16 = 65535

# In the order of `PRESETS`; the chart depends on the calendar alone, under the default clock of +08:00.
PRESETS = ("baojian", "jingyou", "li", "lin", "tao", "chaibu", "zhirun", "maoshan")
cdef enum:
    PRESET_COUNT = 8
cdef Table storage[PRESET_COUNT]
cdef Table* tables[PRESET_COUNT]
# The arrays that the tables point into, kept for as long as the process lives.
cdef list kept = []


cdef int fill(int preset) noexcept with gil:
    """Fetch the table of a preset; 0 where that failed (the reason is printed, as from a destructor)."""
    cdef const uint32_t[::1] blocks
    try:
        if tables[preset] == NULL:
            from . import ufuncs

            array, first_hour = ufuncs.block_table(PRESETS[preset])
            blocks = array
            # Another thread may have been here while Python built the table.
            if tables[preset] == NULL:
                kept.append(array)
                storage[preset].blocks = &blocks[0]
                storage[preset].count = blocks.shape[0]
                storage[preset].first_hour = first_hour
                QIMEN_STORE(&tables[preset], &storage[preset])
        return 1
    except BaseException as error:
        import sys
        import types

        sys.unraisablehook(
            types.SimpleNamespace(
                exc_type=type(error), exc_value=error, exc_traceback=error.__traceback__,
                err_msg=f"qimen: no table for the ufunc chart_id_{PRESETS[preset]}", object=None,
            )
        )
        return 0


cdef uint16_t chart_id_at(const uint32_t* blocks, int64_t count, int64_t first_hour, int64_t hour) noexcept nogil:
    cdef uint64_t since = <uint64_t>hour - <uint64_t>first_hour
    if since >= <uint64_t>count * 60:
        return NONE16
    return chart_of(blocks[since // 60], <uint32_t>(since % 60))


cdef inline int64_t floor_mod(int64_t value, int64_t by) noexcept nogil:
    cdef int64_t rest = value % by
    return rest + by if rest < 0 else rest


cdef uint8_t hour_pillar_at(int64_t hour) noexcept nogil:
    return NONE8 if hour == INT64_MIN else <uint8_t>floor_mod(hour, 60)


cdef uint8_t day_pillar_at(int64_t hour) noexcept nogil:
    return NONE8 if hour == INT64_MIN else <uint8_t>(floor_mod(hour, 720) // 12)


def look_up(const uint32_t[::1] blocks, int64_t first_hour, const int64_t[::1] hours, uint16_t[::1] out):
    """out[i] = chart of hours[i]; the caller gives arrays of one length."""
    cdef Py_ssize_t i
    with nogil:
        for i in range(hours.shape[0]):
            out[i] = chart_id_at(&blocks[0], blocks.shape[0], first_hour, hours[i])


# ---------------------------------------------------------------- loops


ctypedef fused out_type:
    uint8_t
    uint16_t
    int64_t


cdef inline void charts(char** args, cnp.npy_intp* count, cnp.npy_intp* steps, Table** place, out_type* _) noexcept nogil:
    cdef cnp.npy_intp i
    cdef Table* table = QIMEN_LOAD(place)
    cdef Table nothing
    if table == NULL and count[0] and fill(<int>(place - &tables[0])):
        table = QIMEN_LOAD(place)
    if table == NULL:
        nothing.count = 0
        nothing.first_hour = 0
        nothing.blocks = NULL
        table = &nothing
    for i in range(count[0]):
        (<out_type*>(args[1] + i * steps[1]))[0] = chart_id_at(
            table.blocks, table.count, table.first_hour, (<int64_t*>(args[0] + i * steps[0]))[0]
        )


cdef void charts_u16(char** args, cnp.npy_intp* count, cnp.npy_intp* steps, void* place) noexcept nogil:
    charts[uint16_t](args, count, steps, <Table**>place, NULL)


cdef void charts_i64(char** args, cnp.npy_intp* count, cnp.npy_intp* steps, void* place) noexcept nogil:
    charts[int64_t](args, count, steps, <Table**>place, NULL)


cdef inline void pillars(
    char** args, cnp.npy_intp* count, cnp.npy_intp* steps, uint8_t (*pillar)(int64_t) noexcept nogil, out_type* _
) noexcept nogil:
    cdef cnp.npy_intp i
    for i in range(count[0]):
        (<out_type*>(args[1] + i * steps[1]))[0] = pillar((<int64_t*>(args[0] + i * steps[0]))[0])


cdef void hour_pillars_u8(char** args, cnp.npy_intp* count, cnp.npy_intp* steps, void* _) noexcept nogil:
    pillars[uint8_t](args, count, steps, hour_pillar_at, NULL)


cdef void hour_pillars_i64(char** args, cnp.npy_intp* count, cnp.npy_intp* steps, void* _) noexcept nogil:
    pillars[int64_t](args, count, steps, hour_pillar_at, NULL)


cdef void day_pillars_u8(char** args, cnp.npy_intp* count, cnp.npy_intp* steps, void* _) noexcept nogil:
    pillars[uint8_t](args, count, steps, day_pillar_at, NULL)


cdef void day_pillars_i64(char** args, cnp.npy_intp* count, cnp.npy_intp* steps, void* _) noexcept nogil:
    pillars[int64_t](args, count, steps, day_pillar_at, NULL)


# ---------------------------------------------------------------- registration

# NumPy keeps the addresses of these arrays for as long as the ufuncs live.
cdef cnp.PyUFuncGenericFunction[2] chart_loops = [
    <cnp.PyUFuncGenericFunction>charts_u16, <cnp.PyUFuncGenericFunction>charts_i64,
]
cdef cnp.PyUFuncGenericFunction[2] hour_loops = [
    <cnp.PyUFuncGenericFunction>hour_pillars_u8, <cnp.PyUFuncGenericFunction>hour_pillars_i64,
]
cdef cnp.PyUFuncGenericFunction[2] day_loops = [
    <cnp.PyUFuncGenericFunction>day_pillars_u8, <cnp.PyUFuncGenericFunction>day_pillars_i64,
]
cdef char[4] chart_types = [cnp.NPY_INT64, cnp.NPY_UINT16, cnp.NPY_INT64, cnp.NPY_INT64]
cdef char[4] pillar_types = [cnp.NPY_INT64, cnp.NPY_UINT8, cnp.NPY_INT64, cnp.NPY_INT64]
cdef void* chart_data[2 * PRESET_COUNT]
cdef void* no_data[2]

_HOURS = "double-hours (int64), INT64_MIN where missing, any shape"


cdef object make(cnp.PyUFuncGenericFunction* loops, void** data, char* types, str name, str doc):
    texts = (name.encode(), doc.encode())
    kept.append(texts)
    ufunc = cnp.PyUFunc_FromFuncAndData(
        loops, data, types, 2, 1, 1, cnp.PyUFunc_None, <char*>texts[0], <char*>texts[1], 0
    )
    globals()[name] = ufunc


cdef void register():
    cdef int i
    make(
        hour_loops, no_data, pillar_types, "hour_pillar",
        f"Return the hour pillars 0..59, uint8.\n\nhour : {_HOURS}; a missing one gives 255.",
    )
    make(
        day_loops, no_data, pillar_types, "day_pillar",
        "Return the day pillars 0..59, uint8; the whole 子 hour has that of the new day.\n\n"
        f"hour : {_HOURS}; a missing one gives 255.",
    )
    for i in range(PRESET_COUNT):
        chart_data[2 * i] = chart_data[2 * i + 1] = <void*>&tables[i]
        make(
            chart_loops, &chart_data[2 * i], chart_types, f"chart_id_{PRESETS[i]}",
            f"Return the chart ids 0..1079 of the preset {PRESETS[i]} at +08:00, uint16.\n\n"
            f"hour : {_HOURS}; a missing one, or one outside the term table, gives 65535.",
        )


register()
