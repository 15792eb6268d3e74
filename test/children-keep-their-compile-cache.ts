// Coverage needs this process without a compile cache, and gives that to every process it starts. None of these is measured, and
// their starts take twice as long without one.
delete process.env.NODE_DISABLE_COMPILE_CACHE
