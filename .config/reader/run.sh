#!/bin/sh
# Runs the trainer with least precedence: memory is kept rather than given back after each step, waiting threads sleep.
cd "$(dirname "$0")"
export OMP_WAIT_POLICY=PASSIVE GOMP_SPINCOUNT=0 PYTHONUNBUFFERED=1 CUDA_VISIBLE_DEVICES= MALLOC_MMAP_MAX_=0 MALLOC_TRIM_THRESHOLD_=20000000000 MALLOC_TOP_PAD_=200000000
exec nice -n 19 ${PYTHON:-python3} train.py "$@"
